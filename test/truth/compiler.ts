// Returns the names and their types according to the compiler, for each look of a program.
import { resolve } from 'node:path'
import ts from '@tsd/typescript'
import { consumerOptions } from '../consumer-options.ts'

/** Type by name, for each place. A name that is refused is absent. */
export type Beliefs = Map<number, Map<string, string>>

const options: ts.CompilerOptions = { ...consumerOptions, noEmit: true }

const absent = new Set([2339, 2551])
const files = new Map<string, ts.SourceFile | undefined>()

/** Compiles programs together and returns what the compiler believes of each. */
export function compile(sources: readonly string[]): Beliefs[] {
  const paths = sources.map((_, index) => resolve('.build/truth', `program-${index}.ts`))
  const own = new Map(paths.map((path, index) => [path, sources[index] ?? '']))
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile
  host.getSourceFile = (path, ...rest) => {
    const text = own.get(path)
    if (text !== undefined) return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
    if (!files.has(path)) files.set(path, read(path, ...rest))
    return files.get(path)
  }
  host.fileExists = (path) => own.has(path) || ts.sys.fileExists(path)
  const program = ts.createProgram(paths, options, host)
  return paths.map((path) => beliefsIn(program, path))
}

function beliefsIn(program: ts.Program, path: string): Beliefs {
  const file = program.getSourceFile(path)
  if (!file) throw new Error(`${path} is not in the program`)
  const refused = new Set(program.getSemanticDiagnostics(file).map((diagnostic) => judge(diagnostic, file)))
  const checker = program.getTypeChecker()
  const beliefs: Beliefs = new Map()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'see') {
      const [place, , look] = node.arguments
      const present = new Map(
        looksIn(look)
          .filter(({ name }) => !refused.has(name.getStart(file)))
          .map((access) => [access.name.text, checker.typeToString(checker.getTypeAtLocation(access))] as const)
      )
      beliefs.set(Number(place?.getText(file)), present)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return beliefs
}

/** Answers where a look was refused; any other complaint is a mistake of this test. */
function judge({ code, start, messageText }: ts.Diagnostic, file: ts.SourceFile): number {
  if (start === undefined || !absent.has(code)) {
    const { line } = file.getLineAndCharacterOfPosition(start ?? 0)
    throw new Error(`line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}\n\n${file.text}`)
  }
  return start
}

function looksIn(look: ts.Node | undefined): ts.PropertyAccessExpression[] {
  if (!look || !ts.isArrowFunction(look) || !ts.isArrayLiteralExpression(look.body))
    throw new Error('see() takes a look')
  return look.body.elements.filter(ts.isPropertyAccessExpression)
}
