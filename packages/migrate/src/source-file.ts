import { messageOf } from '@espalier/command-kit'
import { applyEdits } from './edit.ts'
import { type Entry, entries, type Language } from './module-name.ts'
import { type Node, type NodePath, nodePaths } from './node.ts'
import type { Parse } from './parser.ts'
import { differenceRules } from './sign/difference.ts'
import { moduleRules, settingRules } from './sign/module.ts'
import { findPackageSigns } from './sign/package.ts'
import type { FileFacts, Rule, Sign } from './sign/sign.ts'
import { findLoaders, findSpecifiers, type Specifier } from './specifier.ts'
import { takesTypes } from './typed-comment.ts'

export interface Reading {
  readonly specifiers: readonly Specifier[]
  readonly entry: Entry
  readonly after: string
  readonly signs: readonly Sign[]
}

/** @throws SyntaxError when the source is invalid */
export function readSource(text: string, language: Exclude<Language, 'json'>, parse: Parse): Reading {
  const root = parseFile(text, language, parse)
  const all = [...nodePaths(root)]
  const loaders = findLoaders(all)
  const specifiers = findSpecifiers(all, loaders)
  const isTyped = language !== 'js'
  const entry = isTyped || takesTypes(root, all, loaders) ? entries.typed : entries.plain
  return {
    specifiers,
    entry,
    after: applyEdits(
      text,
      specifiers.map(({ start, end }) => ({ start, end, text: entry }))
    ),
    signs: signsOf(all, [...moduleRules, ...differenceRules], { isTyped, isRequireTaken: loaders.isRequireTaken })
  }
}

export function readSettings(path: string, text: string, parse: Parse, isTyped: boolean): Sign[] {
  const root = parseFile(text, 'json', parse)
  const isPackage = /(?:^|[/\\])package\.json$/.test(path)
  const own = isPackage ? findPackageSigns(root, isTyped) : []
  return [...own, ...signsOf([...nodePaths(root)], settingRules, { isTyped, isRequireTaken: false })]
}

function parseFile(text: string, language: Language, parse: Parse): Node {
  try {
    return parse(text, language)
  } catch (error) {
    throw new SyntaxError(`it cannot be parsed: ${messageOf(error)}`)
  }
}

function signsOf(all: readonly NodePath[], rules: readonly Rule[], facts: FileFacts): Sign[] {
  return all.flatMap((nodePath) =>
    rules.flatMap((rule) => {
      const advice = rule(nodePath, facts)
      if (advice === undefined) return []
      return [{ line: nodePath.node.loc.start.line, ...(typeof advice === 'string' ? { advice } : advice) }]
    })
  )
}
