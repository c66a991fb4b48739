/** Lines of JSON that are written while a reader streams them. */
export interface LineQueue<Line> {
  put(line: Line): void;
  end(): void;
  read(): AsyncGenerator<string>;
}

/** A queue for one reader. Only the newest progress is kept, so that a slow reader cannot make it grow. */
export function lineQueue<Line extends { readonly kind: string }>(): LineQueue<Line> {
  const waiting: Line[] = [];
  let isEnded = false;
  let wake: () => void = () => {};
  return {
    put(line) {
      const last = waiting.at(-1);
      if (last?.kind === 'progress' && line.kind === 'progress') waiting.pop();
      waiting.push(line);
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
    async *read() {
      for (;;) {
        for (let line = waiting.shift(); line; line = waiting.shift()) yield `${JSON.stringify(line)}\n`;
        if (isEnded) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
