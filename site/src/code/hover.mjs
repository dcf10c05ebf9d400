// Types of names in programs, as TypeScript 5.9 says them: twoslash needs the compiler as a library, which TypeScript 7 is not.
import { fileURLToPath } from 'node:url'
import { transformerTwoslash } from '@shikijs/twoslash'
import ts from 'typescript'
import { root } from '../page/list.mjs'

/** The pages on which types are the point. */
export const pagesWithHovers = new Set([
  'index',
  'contexts',
  'validation',
  'type-providers',
  'typescript',
  'client',
  'fastify-plugins'
])

/** A name carries its type as text: ./part/types.js shows it. So a page stays small, is searched by its words, and is copied without types. */
const renderer = {
  nodeStaticInfo: ({ text, docs = '' }, node) => {
    const properties = { class: 'typed', 'data-type': text, 'data-docs': docs.split('\n\n')[0] || undefined }
    return toElement('span', properties, [node])
  },
  nodeError: (_, node) => toElement('span', { class: 'refused' }, [node]),
  lineError: ({ text }) => [toElement('span', { class: 'refusal' }, [{ type: 'text', value: text }])]
}

const toElement = (tagName, properties, children) => ({ type: 'element', tagName, properties, children })

/** Shiki's transformer for fences that say `twoslash`. A program that does not compile, and is not said to, fails the build. */
export function hover() {
  return transformerTwoslash({
    explicitTrigger: true,
    renderer,
    twoslashOptions: {
      // There programs find the packages that the tests of the documents find.
      vfsRoot: fileURLToPath(root),
      compilerOptions: {
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        target: ts.ScriptTarget.ES2023,
        strict: true,
        skipLibCheck: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        types: ['node']
      }
    }
  })
}
