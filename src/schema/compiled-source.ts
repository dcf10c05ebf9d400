/**
 * Generates the source of an ES module with the compiled functions of an app. The functions of 1000 routes are 16 MB of source, and loading all of
 * them takes longer than the rest of the start. So the module loads its parts on first use.
 */
import { standaloneCode } from './ajv.ts'
import type { RecordedValidator, Recording } from './recording.ts'
import { idOf, referencesOf } from './reference.ts'
import { nameBuild } from './schema-key.ts'
import { serializerSource } from './serializer.ts'
import { createUnionAjv } from './union.ts'
import { findCompiled } from './validator.ts'

interface Block {
  readonly kind: 'validators' | 'serializers'
  readonly keys: readonly string[]
  /** The body of a function that returns the compiled functions, as an object by key. */
  readonly source: string
}

export interface CompiledSource {
  readonly index: string
  /** The sources of CommonJS modules. Empty if `index` contains all functions. */
  readonly parts: readonly string[]
}

/** In characters. Smaller parts are joined. */
const leastPartSize = 200_000

const written = '// Written by `espalier compile`; not to be edited.'
const names =
  '{ countCall, countWork, findDuplicate, isMultipleOf, keepValue, noteVerdict, once, recallVerdict, require, scalarsOf, tryMembers, withCopies, withRescue, writerOf }'

/**
 * @param runtime the specifier of the module that exports `names`
 * @param partPath returns the path of a part. Without it, `index` contains all functions, as bundlers need it
 */
export function writeModule(
  { validators, serializers }: Recording,
  runtime: string,
  partPath?: (part: number) => string
): CompiledSource {
  const parts = toParts([...writeValidators([...validators.values()]), ...writeSerializers(serializers)])
  const bodies = parts.map(writeBody)
  const isOne = parts.length < 2 || partPath === undefined
  const makers = bodies.map((body, part) =>
    isOne ? `() => {\n${body}\n}` : `() => load(${JSON.stringify(partPath?.(part))})(${names})`
  )
  const index = [
    written,
    ...(isOne ? [] : ["import { createRequire } from 'node:module'"]),
    `import ${names} from ${JSON.stringify(runtime)}`,
    ...(isOne ? [] : ['const load = createRequire(import.meta.url)']),
    ...makers.map((maker, part) => `const part${part} = once(${maker})`),
    `export const build = ${JSON.stringify(nameBuild())}`,
    ...writeTable('validators', parts),
    ...writeTable('serializers', parts)
  ]
  const files = bodies.map((body) => `${written}\nmodule.exports = (${names}) => {\n${body}\n}\n`)
  return { index: `${index.join('\n')}\n`, parts: isOne ? [] : files }
}

function toParts(blocks: readonly Block[]): Block[][] {
  const parts: Block[][] = []
  let room = 0
  for (const block of blocks) {
    if (room <= 0) {
      parts.push([])
      room = leastPartSize
    }
    parts.at(-1)?.push(block)
    room -= block.source.length
  }
  return parts
}

function writeBody(blocks: readonly Block[]): string {
  return `return [\n${blocks.map(({ source }) => `once(() => {\n${source}\n})`).join(',\n')}\n]`
}

function writeTable(kind: Block['kind'], parts: readonly Block[][]): string[] {
  const entries = parts.flatMap((blocks, part) =>
    blocks.flatMap((block, at) =>
      block.kind === kind ? block.keys.map((key) => `  '${key}': () => part${part}()[${at}]()['${key}'],`) : []
    )
  )
  return [`export const ${kind} = {`, ...entries, '}']
}

function writeSerializers(serializers: Recording['serializers']): Block[] {
  return [...serializers].map(([key, { schema, sharedSchemas, options }]) => {
    const source = serializerSource(schema, sharedSchemas, options)
    return {
      kind: 'serializers',
      keys: [key],
      source: `const module = {}\n${source}\nreturn { '${key}': module.exports }`
    }
  })
}

/**
 * Validators that refer to shared schemas form one block, so that the code of each shared schema is generated once. A schema with an `$id` gets its
 * own instance of Ajv, because another schema may have the same `$id`.
 */
function writeValidators(records: readonly RecordedValidator[]): Block[] {
  const withIds = records.filter(({ job }) => job.fingerprint?.includes('"$id"'))
  const engines = [
    ...withIds.map((record) => [record]),
    ...groupByEngine(records.filter((one) => !withIds.includes(one)))
  ]
  return engines.flatMap((sameEngine) => {
    const toCode = createWriter(sameEngine[0] as RecordedValidator)
    const together = sameEngine.filter(({ job }) => refersToOthers(job.schema))
    const alone = sameEngine.filter((record) => !together.includes(record)).map((record) => [record])
    return [together, ...alone]
      .filter(({ length }) => length > 0)
      .map((group) => ({
        kind: 'validators',
        keys: group.map(({ job }) => job.key as string),
        source: `const exports = {}\n${toCode(group)}\nreturn exports`
      }))
  })
}

function groupByEngine(records: readonly RecordedValidator[]): RecordedValidator[][] {
  const groups = new Map<string, RecordedValidator[]>()
  for (const record of records) {
    const { job, sharedSchemas, options } = record
    const engine = JSON.stringify([
      job.shared ?? Object.values(sharedSchemas),
      job.ownProperties,
      job.recursive,
      job.encoding,
      options
    ])
    groups.set(engine, [...(groups.get(engine) ?? []), record])
  }
  return [...groups.values()]
}

function createWriter({ job: { shared, encoding, ...job }, sharedSchemas, options }: RecordedValidator) {
  const instance = { ownProperties: job.ownProperties, recursive: job.recursive, trusted: false, source: true }
  const ajv = createUnionAjv(shared ?? Object.values(sharedSchemas), options, instance, encoding)
  return (records: readonly RecordedValidator[]) => {
    const references = records.map(({ job: { schema, key } }) => {
      if (findCompiled(schema, ajv) !== undefined) return [key, referenceOf(schema)]
      ajv.addSchema(schema as object, key)
      return [key, key]
    })
    return standaloneCode(ajv, Object.fromEntries(references))
  }
}

const referenceOf = (schema: unknown) =>
  (schema as { $id?: string; $ref: string }).$id ?? (schema as { $ref: string }).$ref

function refersToOthers(schema: unknown): boolean {
  return [...referencesOf(schema)].some((reference) => idOf(reference) !== '')
}
