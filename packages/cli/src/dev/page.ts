/** Serves the page of a project by Vite, with the configuration of its folder: modules, files, and the WebSocket that notifies browsers of saves. */
import { EventEmitter } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { asPage, faultOf, textOf } from './fault.ts'
import { loadVite, type Vite } from './vite.ts'

const viteProtocols = new Set(['vite-hmr', 'vite-ping'])

export class Page {
  readonly #vite: Vite
  readonly #upgrades: EventEmitter

  private constructor(vite: Vite, upgrades: EventEmitter) {
    this.#vite = vite
    this.#upgrades = upgrades
  }

  static async open(folder: string, root: string): Promise<Page> {
    const createServer = await loadVite(folder)
    const upgrades = new EventEmitter()
    const vite = await createServer({
      root: resolve(root),
      appType: 'custom',
      clearScreen: false,
      logLevel: 'warn',
      // If `cors` were true, Vite would also add CORS headers to responses of the app.
      server: { middlewareMode: true, cors: false, hmr: { server: upgrades } }
    })
    return new Page(vite, upgrades)
  }

  /** Sends a module, a file or an HTML document of the page. Calls `otherwise` for any other request. */
  answer(raw: IncomingMessage, rawReply: ServerResponse, otherwise: () => void): void {
    if (raw.method !== 'GET' && raw.method !== 'HEAD') return otherwise()
    const { url = '/', headers } = raw
    this.#vite.middlewares(raw, rawReply, () => {
      raw.url = url
      if (headers.accept?.includes('text/html') === true) void this.#sendDocument(url, rawReply, otherwise)
      else if (isFile(join(this.#vite.config.root, pathOf(url)))) void this.#sendFault(url, rawReply, otherwise)
      else otherwise()
    })
  }

  /** Passes the WebSocket handshake of Vite's script in the browser to Vite. @returns false for any other handshake */
  upgrade(raw: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (!viteProtocols.has(String(raw.headers['sec-websocket-protocol']))) return false
    this.#upgrades.emit('upgrade', raw, socket, head)
    return true
  }

  async #sendDocument(url: string, rawReply: ServerResponse, otherwise: () => void): Promise<void> {
    const { root } = this.#vite.config
    const file = documentsFor(url, root).find((path) => existsSync(path))
    if (file === undefined) return otherwise()
    const send = (status: number, html: string) =>
      void rawReply.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    try {
      send(200, await this.#vite.transformIndexHtml(url, await readFile(file, 'utf8')))
    } catch (error) {
      const { sentence, frame } = faultOf(error, root)
      send(500, asPage(sentence, frame))
    }
  }

  /** Sends the error of a module that does not compile. Vite itself sends no response for it, and only reports the error by its WebSocket. */
  async #sendFault(url: string, rawReply: ServerResponse, otherwise: () => void): Promise<void> {
    try {
      await this.#vite.transformRequest(url)
    } catch (error) {
      const fault = faultOf(error, this.#vite.config.root)
      return void rawReply.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(textOf(fault))
    }
    otherwise()
  }

  close(): Promise<void> {
    return this.#vite.close()
  }
}

/** Returns the HTML files that may answer a navigation, in order of preference. The last one is `index.html`, for single-page applications. */
function documentsFor(url: string, root: string): string[] {
  const path = pathOf(url).replace(/\/$/, '')
  const within = [`${path}.html`, `${path}/index.html`].map((name) => join(root, name))
  return [...within.filter((file) => file.startsWith(root)), join(root, 'index.html')]
}

// `existsSync` is called first, because `statSync` throws for an impossible path, such as a path with a null byte.
const isFile = (path: string) => existsSync(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true

function pathOf(url: string): string {
  const { pathname } = new URL(url, 'http://page')
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
