/** From a document to a file with a module of endpoints. */
import { extname } from 'node:path'
import { ArgumentError, refuseSource, writeOutput } from '@espalier/command-kit'

export interface EndpointsFile {
  readonly document: string
  /** The module, ending in `.ts` or `.mts`. */
  readonly out: string
  /** Whether a file that is there already is written over, whatever it says, and a link replaced. */
  readonly force: boolean
}

interface Imported {
  readonly module: string
  readonly endpoints: number
  readonly left: readonly string[]
}

/**
 * Writes the endpoints of a document as a module, and returns their number, and what the document alone has.
 *
 * @throws ArgumentError when `out` is not a module of TypeScript, is the document, or holds something else already; and as `convert` does
 */
export async function writeEndpoints(
  { document, out, force }: EndpointsFile,
  convert: (file: string) => Promise<Imported>
): Promise<Pick<Imported, 'endpoints' | 'left'>> {
  if (!/^\.m?ts$/.test(extname(out)))
    throw new ArgumentError(`${out} must end in .ts or .mts: it is a module of TypeScript.`)
  await refuseSource(out, document, 'the document')
  const { module, endpoints, left } = await convert(document)
  // A module of endpoints is changed by its owner, and the changes are not in the document.
  await writeOutput(out, module, force ? 'link' : 'nothing')
  return { endpoints, left }
}
