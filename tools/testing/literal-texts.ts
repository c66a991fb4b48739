import ts from 'typescript';

/** A user text outside the catalogue (docs/decisions/0871-texts.md). */
export interface LiteralText {
  readonly line: number;
  readonly text: string;
}

/** Attributes whose value a user sees or hears. */
const shownAttributes =
  /^(aria-label|aria-description|title|placeholder|alt|label|help|hint|empty|caption|about|text|yes|no)$/;
const word = /\p{L}{2,}/u;
/** At least two words, the first with a capital letter or a value in its place. */
const sentence = /^[\p{Lu}{][^<>]*\p{Ll}{2,} [\p{L}{]/u;
const onlyValues = /^\{\}[^\p{L}]*\{\}/u;

const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('{}');
  return ts.isJsxText(node) ? node.text.trim() : null;
};

const hasTwoValues: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
]);

/** The literals among the values that an expression can have. */
const literalsIn = (node: ts.Expression): readonly ts.Node[] => {
  if (textOf(node) !== null) return [node];
  if (ts.isParenthesizedExpression(node)) return literalsIn(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)];
  if (!ts.isBinaryExpression(node)) return [];
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return literalsIn(node.right);
  return hasTwoValues.has(operator) ? [...literalsIn(node.left), ...literalsIn(node.right)] : [];
};

const isShown = (node: ts.Node): boolean => ts.isJsxElement(node) || ts.isJsxFragment(node);

/** Literals that JSX shows: text between tags, and values of attributes that a user sees or hears. */
const shownBy = (node: ts.Node): readonly ts.Node[] => {
  if (ts.isJsxText(node)) return [node];
  if (ts.isJsxExpression(node) && node.expression && isShown(node.parent)) return literalsIn(node.expression);
  if (!ts.isJsxAttribute(node) || !shownAttributes.test(node.name.getText()) || !node.initializer) return [];
  if (ts.isStringLiteral(node.initializer)) return [node.initializer];
  const expression = ts.isJsxExpression(node.initializer) ? node.initializer.expression : undefined;
  return expression ? literalsIn(expression) : [];
};

const isNoText = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) ||
  ts.isLiteralTypeNode(node) ||
  ts.isElementAccessExpression(node) ||
  (ts.isJsxAttribute(node) && /^(className|style|transform)$/.test(node.name.getText())) ||
  (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) ||
  (ts.isNewExpression(node) && node.expression.getText().endsWith('Error'));

/** All user texts of a source file outside the catalogue: words shown by JSX, and sentences anywhere. */
export function literalTexts(file: string, source: string): readonly LiteralText[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const nodes = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (isNoText(node)) return;
    for (const shown of shownBy(node)) if (word.test((textOf(shown) ?? '').replaceAll('{}', ' '))) nodes.add(shown);
    const text = textOf(node)?.replaceAll('{}px', '{}') ?? null;
    if (text !== null && sentence.test(text) && !onlyValues.test(text)) nodes.add(node);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return [...nodes].map((node) => ({
    line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    text: textOf(node) ?? '',
  }));
}
