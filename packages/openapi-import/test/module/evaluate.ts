// Runs what was written.

import ts from '@tsd/typescript'
import * as contract from 'espalier/contract'

/** Returns what a module exports, as far as it imports the contract alone. */
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

/** A value as JSON has it. */
export const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
