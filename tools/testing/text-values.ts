import ts from 'typescript';

/** What a text's parameter holds; `other` where its type says neither. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'list' | 'other';

/** The parameters of each text that is a function, by its path in the catalogue ('steps.next'). */
export type ParameterKinds = ReadonlyMap<string, readonly ValueKind[]>;

const kindOf = (type: ts.TypeNode | undefined): ValueKind => {
  const text = type?.getText() ?? '';
  if (/^string\b(?! *\[)/.test(text)) return 'string';
  if (/^number\b(?! *\[)/.test(text)) return 'number';
  if (text === 'boolean') return 'boolean';
  return text === 'readonly string[]' ? 'list' : 'other';
};

/** Declarations of the module's own constants, which texts may name. */
const constantsOf = (file: ts.SourceFile): ReadonlyMap<string, ts.Expression> => {
  const constants = new Map<string, ts.Expression>();
  for (const statement of file.statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
  return constants;
};

/** Reads from the source of a module of texts what values each of its functions takes. */
export const parameterKinds = (source: string): ParameterKinds => {
  const file = ts.createSourceFile('texts.ts', source, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(file);
  const kinds = new Map<string, readonly ValueKind[]>();
  const visit = (node: ts.Expression, path: readonly string[]): void => {
    if (ts.isIdentifier(node)) {
      const meant = constants.get(node.text);
      if (meant) visit(meant, path);
    } else if (ts.isArrowFunction(node)) {
      kinds.set(
        path.join('.'),
        node.parameters.map(({ type }) => kindOf(type)),
      );
    } else if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) visit(node.expression, path);
    else if (ts.isObjectLiteralExpression(node))
      for (const property of node.properties) {
        if (ts.isPropertyAssignment(property) && !ts.isComputedPropertyName(property.name))
          visit(property.initializer, [...path, property.name.text]);
        if (ts.isShorthandPropertyAssignment(property)) visit(property.name, [...path, property.name.text]);
      }
  };
  for (const value of constants.values())
    if (ts.isCallExpression(value) && value.expression.getText() === 'defineTexts' && value.arguments[1])
      visit(value.arguments[1], []);
  return kinds;
};

const of = (kind: ValueKind, place: number, isSecond: boolean): unknown => {
  if (kind === 'string') return `⟦${place}⟧`;
  if (kind === 'number') return isSecond ? 1 : 700 + place;
  if (kind === 'list') return [`⟦${place}.1⟧`, `⟦${place}.2⟧`, `⟦${place}.3⟧`].slice(0, isSecond ? 1 : 3);
  return !isSecond;
};

/** Two sets of values that can be told apart in the text: many of each, and one of each. */
export const valuesOf = (kinds: readonly ValueKind[]): readonly (readonly unknown[])[] =>
  [false, true].map((isSecond) => kinds.map((kind, place) => of(kind, place, isSecond)));
