// How an application compiles that uses the package: strict, for Node, with nothing of its own.
import ts from '@tsd/typescript'

export const consumerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  strict: true,
  skipLibCheck: true
}
