/** The body of an answer; whoever asks knows its shape. */
export const jsonOf = async <T>(answer: Response): Promise<T> => JSON.parse(await answer.text());
