/**
 * The types that an entry's signatures name without exporting them, from the declarations: the members of a base, which a
 * page lists where they are inherited, and the declarations of the others, which it writes out.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
/** The compiler of API Extractor, whose program is read. */
const ts = createRequire(require.resolve("@microsoft/api-extractor"))("typescript");

/**
 * One declaration has one place, also where two packages are built from the same source: `wire/protocol/actor.d.ts Actor`.
 * `undefined` for a declaration that is not the project's own.
 */
function placeOf(symbol) {
  const declaration = symbol.declarations?.[0];
  if (declaration === undefined || ts.isTypeParameterDeclaration(declaration) || ts.isParameter(declaration)) return;
  const [, room, path] = /(service\/)?dist\/types\/(.*)$/.exec(declaration.getSourceFile().fileName) ?? [];
  return path === undefined ? undefined : `${room ?? ""}${path} ${symbol.name}`;
}

/**
 * What the page of an entry needs: `places` of its exports, `bases` by the name of the type that extends, and `named`: the
 * unexported types by their places, each with those that it names itself. `first` are those that the exports name.
 */
export function readTypes(program, file) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const exported = new Map();
  for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(source))) {
    exported.set(resolve(checker, symbol), symbol.name);
  }
  const reader = { checker, exported, bases: new Map(), named: new Map(), first: new Set() };
  for (const [symbol, name] of exported) {
    for (const declaration of symbol.declarations ?? []) readDeclaration(reader, declaration, name);
  }
  return {
    places: new Map([...exported].map(([symbol, name]) => [placeOf(symbol), name])),
    bases: reader.bases,
    named: reader.named,
    first: [...reader.first],
  };
}

function resolve(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Reads an exported declaration, and each unexported one that it names. */
function readDeclaration(reader, declaration, name) {
  if (isSchema(declaration)) return;
  const heritage = (declaration.heritageClauses ?? []).flatMap(({ types }) => [...types]);
  const open = heritage.filter((type) => namedIn(reader, type).length > 0);
  if (open.length > 0) reader.bases.set(name, inherit(reader, declaration, heritage));
  readNames(reader, namedIn(reader, declaration, open));
}

/** Names that a page shows, and those behind them. */
function readNames(reader, symbols) {
  for (const symbol of symbols) {
    reader.first.add(placeOf(symbol));
    readNamed(reader, symbol);
  }
}

function readNamed(reader, symbol) {
  const place = placeOf(symbol);
  if (reader.named.has(place)) return;
  const [declaration] = symbol.declarations;
  const behind = isSchema(declaration) ? [] : namedIn(reader, declaration);
  reader.named.set(place, { name: symbol.name, place, behind: behind.map(placeOf), ...textOf(reader, declaration) });
  for (const other of behind) readNamed(reader, other);
}

/** Own types that the node names and the entry does not export; `except` are nodes that are not read. */
function namedIn({ checker, exported }, node, except = []) {
  const found = new Set();
  const visit = (child) => {
    const isPrivate = child.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
    if (except.includes(child) || isPrivate) return;
    if (ts.isIdentifier(child) && isTypeName(child)) {
      const symbol = checker.getSymbolAtLocation(child);
      const target = symbol && resolve(checker, symbol);
      if (target && placeOf(target) !== undefined && !exported.has(target)) found.add(target);
    }
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return [...found];
}

function isTypeName({ parent }) {
  return ts.isTypeReferenceNode(parent) || ts.isExpressionWithTypeArguments(parent) || ts.isTypeQueryNode(parent);
}

/**
 * The members that a type inherits from bases which its entry does not export, and the bases that remain: those that
 * are exported, also by way of an unexported one.
 */
function inherit(reader, declaration, heritage) {
  const members = [];
  const remaining = [];
  for (const type of heritage) {
    const base = namedIn(reader, type);
    const symbol = reader.checker.getSymbolAtLocation(type.expression);
    const interfaceOf = symbol && resolve(reader.checker, symbol).declarations?.find(ts.isInterfaceDeclaration);
    if (base.length === 0) remaining.push(codeOf(reader, type));
    else if (interfaceOf && type.typeArguments === undefined && interfaceOf.typeParameters === undefined) {
      const above = (interfaceOf.heritageClauses ?? []).flatMap(({ types }) => [...types]);
      const inherited = inherit(reader, interfaceOf, above);
      members.push(...interfaceOf.members.map((member) => memberOf(reader, member.symbol)), ...inherited.members);
      remaining.push(...inherited.remaining);
    } else {
      const properties = reader.checker.getTypeAtLocation(type).getProperties();
      members.push(...properties.map((property) => memberOf(reader, property)));
    }
  }
  const own = new Set(declaration.members.map(({ name }) => name?.getText()));
  return { remaining, members: members.filter(({ name }) => !own.has(name)) };
}

/** A member in the form of API Extractor's model. */
function memberOf(reader, property) {
  const declaration = property.declarations?.[0];
  if (declaration === undefined || !/\/dist\/types\//.test(declaration.getSourceFile().fileName))
    throw new Error(
      `A base that is not exported inherits "${property.name}" from another package; extend that type itself.`,
    );
  readNames(reader, namedIn(reader, declaration));
  const isOptional = Boolean(property.flags & ts.SymbolFlags.Optional);
  const text = ts.isPropertySignature(declaration)
    ? `${declaration.name.getText()}${isOptional ? "?" : ""}: ${codeOf(reader, declaration.type)}`
    : codeOf(reader, declaration, boundParameters(reader, property, declaration));
  return {
    kind: "PropertySignature",
    name: property.name,
    isOptional,
    docComment: docOf(declaration),
    excerptTokens: [{ kind: "Content", text }],
  };
}

/** The first parameters of a function that a method of it does not have, as the type binds them. */
function boundParameters({ checker }, property, { parameters = [] }) {
  const [called] = checker.getTypeOfSymbol(property).getCallSignatures();
  return called ? parameters.slice(0, Math.max(0, parameters.length - called.parameters.length)) : [];
}

function docOf(declaration) {
  const above = declaration.getFullText().slice(0, declaration.getLeadingTriviaWidth());
  return /\/\*\*[^]*?\*\/(?=\s*$)/.exec(above)?.[0] ?? "";
}

/**
 * The text of a node without these parameters. A type that its module imports under another name has the name that the
 * entry exports.
 */
function codeOf({ checker, exported }, node, without = []) {
  const start = node.getStart();
  const edits = [];
  const visit = (child) => {
    const at = without.indexOf(child);
    if (at >= 0) {
      const next = node.parameters[at + 1];
      edits.push([{ getStart: () => child.getStart(), end: next?.getStart() ?? child.end }, ""]);
      return;
    }
    const symbol = ts.isIdentifier(child) && isTypeName(child) ? checker.getSymbolAtLocation(child) : undefined;
    const target = symbol && resolve(checker, symbol);
    if (target && placeOf(target) !== undefined) edits.push([child, exported.get(target) ?? target.name]);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return edits
    .reduceRight(
      (text, [child, name]) => text.slice(0, child.getStart() - start) + name + text.slice(child.end - start),
      node.getText(),
    )
    .replaceAll(/import\("[^"]*"\)\./g, "");
}

function textOf(reader, declaration) {
  const whole = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const text = isSchema(declaration)
    ? `const ${declaration.name.getText()}: a schema of valibot`
    : codeOf(reader, whole)
        .replace(/^export /, "")
        .replace(/^declare /, "");
  return { docComment: docOf(whole), text: text.replaceAll(/^( {4})+/gm, (space) => " ".repeat(space.length / 2)) };
}

function isSchema(declaration) {
  return ts.isVariableDeclaration(declaration) && /\bv\.\w+Schema</.test(declaration.type?.getText() ?? "");
}
