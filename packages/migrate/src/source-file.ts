/** Computes the migration of one file: its new content, and the places that a developer has to change. */

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
  /** The module that replaces `fastify`. */
  readonly entry: Entry
  /** The text of the file, with all module names replaced. */
  readonly after: string
  readonly signs: readonly Sign[]
}

/** Computes the migration of a source. @throws SyntaxError when it is invalid */
export function readSource(text: string, language: Exclude<Language, 'json'>, parse: Parse): Reading {
  const root = parseOrSay(text, language, parse)
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

/** Finds the places in a settings file that a developer has to change. @throws SyntaxError for invalid JSON with comments */
export function readSettings(path: string, text: string, parse: Parse, isTyped: boolean): Sign[] {
  const root = parseOrSay(text, 'json', parse)
  const isPackage = /(?:^|[/\\])package\.json$/.test(path)
  const own = isPackage ? findPackageSigns(root, isTyped) : []
  return [...own, ...signsOf([...nodePaths(root)], settingRules, { isTyped, isRequireTaken: false })]
}

function parseOrSay(text: string, language: Language, parse: Parse): Node {
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
