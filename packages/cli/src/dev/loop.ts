/** Replaces the app after a save. Changed modules are evaluated again and make a new app, which handles all new requests once it is ready. */
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

/** In milliseconds: the delay before a saved file is checked again. The watcher does not report a second save that follows sooner. */
const again = 75

/** In milliseconds: if a new app needs longer than this, the command prints which plugin is not ready. */
const patience = 3000
/**
 * In milliseconds: the delay between the start of a new app and the comparison of its routes with those of the previous app. Meanwhile the new app
 * answers waiting requests.
 */
const behindAnswers = 100

/** The modules of the app, which can be evaluated again. `Modules` implements this interface with Vite. */
export interface ModuleStore {
  import(file: string): Promise<Record<string, unknown>>
  has(file: string): boolean
  drop(file: string): readonly string[]
  dropAll(): void
  nameOf(file: string): string
  onChange(tell: (file: string) => void): void
  watch(files: readonly string[]): void
}

export interface LoopOptions {
  readonly folder: string
  /** The absolute path of the app's module. */
  readonly file: string
  readonly environmentFiles: readonly string[]
  /** Selects the files whose code has created resources by `keep()`. */
  readonly makersAmong: (files: Iterable<string>) => readonly string[]
  readonly say: (text: string) => void
}

interface StartedApp {
  readonly running: RunningApp
  /** In milliseconds: how long the modules took to evaluate, and the app to become ready. */
  readonly times: { readonly modules: number; readonly app: number }
}

export class Loop {
  readonly #modules: ModuleStore
  readonly #server: DevServer
  readonly #options: LoopOptions
  readonly #changed = new Set<string>()
  /** Files whose modules were evaluated again since the current app was made. */
  readonly #newer = new Set<string>()
  /** The modification time and size of each saved file when it was handled. */
  readonly #stamps = new Map<string, string>()
  #running: RunningApp | null = null
  #routes: readonly ExplainedRoute[] | null = null
  /** Apps that are finishing their last requests. */
  readonly #retiring = new Set<Promise<void>>()
  #turn: Promise<void> = Promise.resolve()
  #isPlanned = false
  #isBroken = false
  /** Returns the reason why the starting app is not ready, as part of a message: `it waits for the plugin 'database'`. */
  #waitsFor: () => string = () => ''
  /** Rejects the wait for a starting app. Called when a later save has changed the code of that app. */
  #leave: (reason: Error) => void = () => {}

  constructor(modules: ModuleStore, server: DevServer, options: LoopOptions) {
    this.#modules = modules
    this.#server = server
    this.#options = options
    modules.watch(options.environmentFiles)
    modules.onChange((file) => this.#note(file))
  }

  async start(): Promise<void> {
    await this.#renew([])
  }

  #note(file: string): void {
    if (!this.#isOfApp(file)) return
    this.#changed.add(file)
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.#leave(new Superseded())
    // Waits 5 ms, so that files that an editor saves together lead to one new app.
    this.#turn = this.#turn.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      this.#isPlanned = false
      await this.#take([...this.#changed])
    })
  }

  /** Whether a save of this file needs a new app. Data files, which the app itself may write, need no new app. */
  #isOfApp(file: string): boolean {
    if (this.#options.environmentFiles.includes(file) || this.#modules.has(file)) return true
    // After an error, a save of any source file may fix it. Such a file may not be a known module yet, because it was missing or failed to load.
    return this.#isBroken && /\.[cm]?[jt]sx?$/.test(file)
  }

  async #take(files: readonly string[]): Promise<void> {
    this.#changed.clear()
    for (const file of files) this.#lookAgain(file)
    const isEnvironment = files.some((file) => this.#options.environmentFiles.includes(file))
    if (isEnvironment) {
      readEnvironment(this.#options.environmentFiles)
      this.#modules.dropAll()
    }
    const dropped = files.flatMap((file) => this.#modules.drop(file))
    for (const file of dropped) this.#newer.add(file)
    if (dropped.length > 0 || isEnvironment || this.#isBroken) await this.#renew(files)
  }

  /** Compares a file's time and size again after a while, because the watcher does not report a second save soon after the first. */
  #lookAgain(file: string): void {
    this.#stamps.set(file, stampOf(file))
    setTimeout(() => {
      if (stampOf(file) !== this.#stamps.get(file)) this.#note(file)
    }, again).unref()
  }

  async #renew(files: readonly string[]): Promise<void> {
    const { folder, say } = this.#options
    const names = files.map((one) => this.#modules.nameOf(one)).join(', ')
    const began = performance.now()
    const timer = setTimeout(() => say(`${this.#modules.nameOf(this.#options.file)}: ${this.#waitsFor()} …`), patience)
    try {
      const { running, times } = await this.#unlessLeft(this.#startApp())
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
    await this.#endBefore()
    const { app } = await appOf(file, exports)
    this.#waitsFor = () => waitsForPlugin(app)
    await readied(app)
    return {
      running: new RunningApp(app as ServedApp),
      times: { modules: evaluated - began, app: performance.now() - evaluated }
    }
  }

  /**
   * Ends the current app before the new one starts, if code that has created a kept resource was saved. So the old resource is disposed before the
   * new code creates it again.
   */
  async #endBefore(): Promise<void> {
    const makers = this.#options.makersAmong(this.#newer)
    if (makers.length === 0) return
    const names = makers.map((file) => this.#modules.nameOf(file)).join(', ')
    this.#options.say(`${names}: a resource that is kept is made here, so the app before ends first. Requests wait.`)
    this.#running = null
    const before = this.#server.pause()
    if (before !== null) this.#retire(before)
    await Promise.all(this.#retiring)
  }

  /** Waits for a new app, but rejects as soon as a later save has changed the code of that app. */
  async #unlessLeft(making: Promise<StartedApp>): Promise<StartedApp> {
    const left = new Promise<never>((_resolve, reject) => {
      this.#leave = reject
    })
    try {
      return await Promise.race([making, left])
    } catch (error) {
      // An app whose code has changed before it is ready is closed as soon as it is ready.
      if (error instanceof Superseded) making.then(({ running }) => running.app.close()).catch(() => {})
      throw error
    } finally {
      this.#leave = () => {}
    }
  }

  #swap(next: RunningApp): void {
    const before = this.#server.serve(next)
    this.#running = next
    this.#newer.clear()
    if (before !== null) this.#retire(before)
    // Explaining hundreds of routes blocks the process, so requests that waited for this app are answered first.
    setTimeout(() => void this.#tellRoutes(next).catch(() => {}), before === null ? 0 : behindAnswers).unref()
  }

  /** Prints the differences between the routes of this app and of the previous one. */
  async #tellRoutes(running: RunningApp): Promise<void> {
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
    this.#leave(new Superseded())
    await this.#turn
    if (this.#running !== null) this.#retire(this.#running)
    await Promise.all(this.#retiring)
  }
}

/** Thrown when a later save has replaced the code of an app that is not ready yet. */
class Superseded extends Error {}

/** Boots an app. An app that cannot start is closed, so that its resources are released. */
async function readied(app: BootableApp): Promise<void> {
  try {
    await app.ready()
  } catch (error) {
    await app.close().catch(() => {})
    throw error
  }
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return `${stats?.mtimeMs} ${stats?.size}`
}
