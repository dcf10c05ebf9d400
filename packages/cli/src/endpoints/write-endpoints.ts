import { extname } from 'node:path'
import { ArgumentError, refuseSource, writeOutput } from '@espalier/command-kit'

export interface EndpointsFile {
  readonly document: string
  readonly out: string
  /** Whether to overwrite an existing file with other content. A symbolic link is replaced by a file. */
  readonly force: boolean
}

interface Imported {
  readonly module: string
  readonly endpoints: number
  readonly left: readonly string[]
}

/**
 * Writes a module with the endpoints of an OpenAPI document.
 *
 * @returns the number of endpoints, and what endpoints cannot express
 * @throws ArgumentError when `out` is not a TypeScript module, is the document itself, or exists with other content, and when the document is invalid
 */
export async function writeEndpoints(
  { document, out, force }: EndpointsFile,
  convert: (file: string) => Promise<Imported>
): Promise<Pick<Imported, 'endpoints' | 'left'>> {
  if (!/^\.m?ts$/.test(extname(out)))
    throw new ArgumentError(`${out} must end in .ts or .mts: it is a module of TypeScript.`)
  await refuseSource(out, document, 'the document')
  const { module, endpoints, left } = await convert(document)
  // Developers edit the generated endpoints. So an existing file is not overwritten by default.
  await writeOutput(out, module, force ? 'link' : 'nothing')
  return { endpoints, left }
}
