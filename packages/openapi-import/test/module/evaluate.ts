import ts from '@tsd/typescript'
import * as contract from 'espalier/contract'

/** The module may import only the contract. */
export function evaluate(text: string): Record<string, unknown> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 }
  })
  const exports: Record<string, unknown> = {}
  new Function('exports', 'require', outputText)(exports, () => contract)
  return exports
}

export const evaluateExpression = (text: string): unknown =>
  evaluate(`import { Type, events, withDefault } from 'espalier/contract'\nexport const value = ${text}`).value

export const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
