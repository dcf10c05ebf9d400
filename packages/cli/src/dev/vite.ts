/** The project installs Vite, so its types may be missing here. This file declares the parts of them that the command uses. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ArgumentError } from '@espalier/command-kit'

export interface Node {
  readonly id: string
  readonly file: string
  readonly importers: Set<string>
}

export interface Runner {
  import(path: string): Promise<Record<string, unknown>>
  readonly evaluatedModules: {
    getModuleById(id: string): Node | undefined
    getModulesByFile(file: string): Set<Node> | undefined
    invalidateModule(node: Node): void
    readonly idToModuleMap: ReadonlyMap<string, Node>
  }
}

interface Graph {
  getModulesByFile(file: string): Set<object> | undefined
  invalidateModule(module: object): void
}

export interface Vite {
  readonly config: { readonly root: string }
  readonly environments: { readonly ssr: { readonly runner: Runner; readonly moduleGraph: Graph } }
  readonly watcher: {
    add(paths: string | readonly string[]): void
    on(event: 'all', listener: (kind: string, file: string) => void): void
  }
  middlewares(raw: IncomingMessage, rawReply: ServerResponse, next: (error?: unknown) => void): void
  transformRequest(url: string): Promise<unknown>
  transformIndexHtml(url: string, html: string): Promise<string>
  close(): Promise<void>
}

export type CreateServer = (options: object) => Promise<Vite>

const oldestVersion = 7

/** @returns `createServer` of the Vite that the project has installed @throws ArgumentError when Vite is missing, or older than 7 */
export async function loadVite(folder: string): Promise<CreateServer> {
  const require = createRequire(join(folder, 'package.json'))
  let version = 'none'
  try {
    version = (require('vite/package.json') as { version: string }).version
    if (Number.parseInt(version, 10) >= oldestVersion) {
      const { createServer } = (await import(pathToFileURL(require.resolve('vite')).href)) as {
        createServer: CreateServer
      }
      return createServer
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && /MODULE_NOT_FOUND|NOT_EXPORTED/.test(String(error.code))))
      throw error
  }
  throw new ArgumentError(
    `espalier dev needs Vite ${oldestVersion} or later in the project, and finds ${version}: npm install --save-dev vite`
  )
}
