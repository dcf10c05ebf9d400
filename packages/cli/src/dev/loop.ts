/** After a save, changed modules are evaluated again and make a new app. The new app handles all new requests as soon as it is ready. */
import { statSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { ExplainedRoute } from 'espalier'
import { waitsForPlugin } from '../load/boot-app.ts'
import { appOf, type BootableApp, waitsForItself } from '../load/load-app.ts'
import { diffOf } from '../routes/diff.ts'
import { textOfDiff } from '../routes/routes-text.ts'
import type { DevServer } from './dev-server.ts'
import { readEnvironment } from './environment.ts'
import { faultOf, textOf } from './fault.ts'
import { RunningApp, type ServedApp } from './running-app.ts'

const recheckAfter = 75

/** In milliseconds: after this time, the command prints the plugin that is not ready yet. */
const slowAfter = 3000
/** In milliseconds. Comparing routes blocks the process, so the comparison waits until the new app has answered the waiting requests. */
const routeDiffDelay = 100

export interface ModuleStore {
  import(file: string): Promise<Record<string, unknown>>
  has(file: string): boolean
  drop(file: string): readonly string[]
  dropAll(): void
  nameOf(file: string): string
  onChange(listener: (file: string) => void): void
  watch(files: readonly string[]): void
}

export interface LoopOptions {
  readonly folder: string
  readonly file: string
  readonly environmentFiles: readonly string[]
  readonly makersAmong: (files: Iterable<string>) => readonly string[]
  readonly say: (text: string) => void
}

interface StartedApp {
  readonly running: RunningApp
  /** In milliseconds: how long the evaluation of the modules and the boot of the app took. */
  readonly times: { readonly modules: number; readonly app: number }
}

export class Loop {
  readonly #modules: ModuleStore
  readonly #server: DevServer
  readonly #options: LoopOptions
  readonly #changed = new Set<string>()
  /** Files that were saved since the current app was made, and the files that import them. */
  readonly #saved = new Set<string>()
  readonly #versions = new Map<string, string>()
  #running: RunningApp | null = null
  #routes: readonly ExplainedRoute[] | null = null
  readonly #retiring = new Set<Promise<void>>()
  #turn: Promise<void> = Promise.resolve()
  #isPlanned = false
  #isBroken = false
  /** Returns the end of a message about the app that is starting: `it waits for the plugin 'database'`. */
  #waitsFor: () => string = () => ''
  /** Stops waiting for the app that is starting, because a later save has changed its code. */
  #supersede: (reason: Error) => void = () => {}

  constructor(modules: ModuleStore, server: DevServer, options: LoopOptions) {
    this.#modules = modules
    this.#server = server
    this.#options = options
    modules.watch(options.environmentFiles)
    modules.onChange((file) => this.#onSave(file))
  }

  async start(): Promise<void> {
    await this.#renew([])
  }

  #onSave(file: string): void {
    if (!this.#isOfApp(file)) return
    this.#changed.add(file)
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.#supersede(new Superseded())
    // An editor may save several files at once. So the new app is made 5 ms after the first of these saves.
    this.#turn = this.#turn.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      this.#isPlanned = false
      await this.#handleSaves([...this.#changed])
    })
  }

  /** Whether a saved file needs a new app: it is code or a `.env` file. The app itself may write data files. */
  #isOfApp(file: string): boolean {
    if (this.#options.environmentFiles.includes(file) || this.#modules.has(file)) return true
    // After an error, any source file may be the fix, even one that has not been loaded yet.
    return this.#isBroken && /\.[cm]?[jt]sx?$/.test(file)
  }

  async #handleSaves(files: readonly string[]): Promise<void> {
    this.#changed.clear()
    for (const file of files) this.#recheckLater(file)
    const isEnvironment = files.some((file) => this.#options.environmentFiles.includes(file))
    if (isEnvironment) {
      readEnvironment(this.#options.environmentFiles)
      this.#modules.dropAll()
    }
    const dropped = files.flatMap((file) => this.#modules.drop(file))
    for (const file of dropped) this.#saved.add(file)
    if (dropped.length > 0 || isEnvironment || this.#isBroken) await this.#renew(files)
  }

  /** The watcher misses a second save soon after the first. So the file is compared again later. */
  #recheckLater(file: string): void {
    this.#versions.set(file, versionOf(file))
    setTimeout(() => {
      if (versionOf(file) !== this.#versions.get(file)) this.#onSave(file)
    }, recheckAfter).unref()
  }

  async #renew(files: readonly string[]): Promise<void> {
    const { folder, say } = this.#options
    const names = files.map((one) => this.#modules.nameOf(one)).join(', ')
    const began = performance.now()
    const timer = setTimeout(() => say(`${this.#modules.nameOf(this.#options.file)}: ${this.#waitsFor()} …`), slowAfter)
    try {
      const { running, times } = await this.#unlessSuperseded(this.#startApp())
      this.#swap(running)
      const time = `${(performance.now() - began).toFixed(0)} ms`
      const parts = `modules ${times.modules.toFixed(0)}, app ${times.app.toFixed(0)}`
      say(names === '' ? `ready in ${time}` : `${names}: answered anew in ${time} (${parts})`)
      this.#isBroken = false
    } catch (error) {
      this.#isBroken = true
      if (error instanceof Superseded) return
      const fault = faultOf(error, folder)
      if (this.#running === null) this.#server.serve(fault)
      say(
        `${textOf(fault)}\n${this.#running === null ? 'Nothing answers yet.' : 'The application of the last save that worked goes on answering.'}`
      )
    } finally {
      clearTimeout(timer)
    }
  }

  async #startApp(): Promise<StartedApp> {
    const { file } = this.#options
    const began = performance.now()
    this.#waitsFor = () => waitsForItself
    const exports = await this.#modules.import(file)
    const evaluated = performance.now()
    await this.#endPrevious()
    const { app } = await appOf(file, exports)
    this.#waitsFor = () => waitsForPlugin(app)
    await boot(app)
    return {
      running: new RunningApp(app as ServedApp),
      times: { modules: evaluated - began, app: performance.now() - evaluated }
    }
  }

  /** If the code in a saved file has created a resource by `keep()`, the old resource is disposed before the new code creates another. */
  async #endPrevious(): Promise<void> {
    const makers = this.#options.makersAmong(this.#saved)
    if (makers.length === 0) return
    const names = makers.map((file) => this.#modules.nameOf(file)).join(', ')
    this.#options.say(`${names}: a resource that is kept is made here, so the app before ends first. Requests wait.`)
    this.#running = null
    const before = this.#server.pause()
    if (before !== null) this.#retire(before)
    await Promise.all(this.#retiring)
  }

  async #unlessSuperseded(starting: Promise<StartedApp>): Promise<StartedApp> {
    const left = new Promise<never>((_resolve, reject) => {
      this.#supersede = reject
    })
    try {
      return await Promise.race([starting, left])
    } catch (error) {
      if (error instanceof Superseded) starting.then(({ running }) => running.app.close()).catch(() => {})
      throw error
    } finally {
      this.#supersede = () => {}
    }
  }

  #swap(next: RunningApp): void {
    const before = this.#server.serve(next)
    this.#running = next
    this.#saved.clear()
    if (before !== null) this.#retire(before)
    // Explaining hundreds of routes blocks the process. So waiting requests are answered first.
    setTimeout(() => void this.#printRouteDiff(next).catch(() => {}), before === null ? 0 : routeDiffDelay).unref()
  }

  async #printRouteDiff(running: RunningApp): Promise<void> {
    if (running !== this.#running || running.app.explain === undefined) return
    const { routes } = await running.app.explain()
    const before = this.#routes
    this.#routes = routes
    if (before === null) return
    const diff = diffOf(before, routes)
    if (diff.added.length + diff.removed.length + diff.changes.length > 0) this.#options.say(textOfDiff(diff).trimEnd())
  }

  #retire(running: RunningApp): void {
    const { say, folder } = this.#options
    const retiring = running
      .retire()
      .catch((error: unknown) => say(`Closing the app before: ${textOf(faultOf(error, folder))}`))
    this.#retiring.add(retiring)
    void retiring.then(() => this.#retiring.delete(retiring))
  }

  async close(): Promise<void> {
    this.#supersede(new Superseded())
    await this.#turn
    if (this.#running !== null) this.#retire(this.#running)
    await Promise.all(this.#retiring)
  }
}

/** Thrown when a later save has changed the code of an app that is not ready yet. */
class Superseded extends Error {}

/** Boots the app. If it cannot start, it is closed, so that its resources are released. */
async function boot(app: BootableApp): Promise<void> {
  try {
    await app.ready()
  } catch (error) {
    await app.close().catch(() => {})
    throw error
  }
}

function versionOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return `${stats?.mtimeMs} ${stats?.size}`
}
