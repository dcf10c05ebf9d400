/** From saved files to the app that answers. Changed modules are evaluated, the app is made anew over them, and takes the listener when it is ready. */
import { statSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { ExplainedRoute } from 'espalier'
import { waitsForPlugin } from '../load/boot-app.ts'
import { appOf, type BootableApp, waitsForItself } from '../load/load-app.ts'
import { diffOf } from '../routes/diff.ts'
import { textOfDiff } from '../routes/routes-text.ts'
import { readEnvironment } from './environment.ts'
import { faultOf, textOf } from './fault.ts'
import type { Front } from './front.ts'
import { Seat, type ServedApp } from './seat.ts'

/** In milliseconds: the time for which the watcher is silent about a file that it has told of, and some more. */
const again = 75

/** In milliseconds: then a reader is told of the plugin that is not ready. */
const patience = 3000
/** In milliseconds: how long requests have the loop before routes are compared. */
const behindAnswers = 100

/** Modules that can be evaluated anew. */
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
  /** The module of the app, an absolute path. */
  readonly file: string
  readonly environmentFiles: readonly string[]
  /** Returns which of some files make resources that are kept. */
  readonly makersAmong: (files: Iterable<string>) => readonly string[]
  readonly say: (text: string) => void
}

interface Made {
  readonly seat: Seat
  /** In milliseconds. */
  readonly times: { readonly modules: number; readonly app: number }
}

export class Loop {
  readonly #modules: ModuleStore
  readonly #front: Front
  readonly #options: LoopOptions
  readonly #changed = new Set<string>()
  /** Files of modules that are newer than the app that answers. */
  readonly #newer = new Set<string>()
  /** When each saved file was last taken. */
  readonly #stamps = new Map<string, string>()
  #seat: Seat | null = null
  #routes: readonly ExplainedRoute[] | null = null
  /** Apps that answer their last requests. */
  readonly #retiring = new Set<Promise<void>>()
  #turn: Promise<void> = Promise.resolve()
  #isPlanned = false
  #isBroken = false
  /** Tells for what an app waits that is not ready yet. */
  #waitsFor: () => string = () => ''
  /** Leaves an app that is not ready yet: a later save takes its place. */
  #leave: (reason: Error) => void = () => {}

  constructor(modules: ModuleStore, front: Front, options: LoopOptions) {
    this.#modules = modules
    this.#front = front
    this.#options = options
    modules.watch(options.environmentFiles)
    modules.onChange((file) => this.#note(file))
  }

  /** Makes the first app. */
  async start(): Promise<void> {
    await this.#renew([])
  }

  #note(file: string): void {
    if (!this.#isOfApp(file)) return
    this.#changed.add(file)
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.#leave(new Superseded())
    // Several files of one save come in one turn, or in the next.
    this.#turn = this.#turn.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      this.#isPlanned = false
      await this.#take([...this.#changed])
    })
  }

  /** Data that an application writes below its folder must not make it anew. */
  #isOfApp(file: string): boolean {
    if (this.#options.environmentFiles.includes(file) || this.#modules.has(file)) return true
    // A file that was missing, or that broke before it was read, belongs to no module.
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

  /** The watcher tells of a file at most once in a while: a save that comes right behind another one is found by its time. */
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
      const { seat, times } = await this.#unlessLeft(this.#make())
      this.#swap(seat)
      const time = `${(performance.now() - began).toFixed(0)} ms`
      const parts = `modules ${times.modules.toFixed(0)}, app ${times.app.toFixed(0)}`
      say(names === '' ? `ready in ${time}` : `${names}: answered anew in ${time} (${parts})`)
      this.#isBroken = false
    } catch (error) {
      this.#isBroken = true
      if (error instanceof Superseded) return
      const fault = faultOf(error, folder)
      if (this.#seat === null) this.#front.seat(fault)
      say(
        `${textOf(fault)}\n${this.#seat === null ? 'Nothing answers yet.' : 'The application of the last save that worked goes on answering.'}`
      )
    } finally {
      clearTimeout(timer)
    }
  }

  async #make(): Promise<Made> {
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
      seat: new Seat(app as ServedApp),
      times: { modules: evaluated - began, app: performance.now() - evaluated }
    }
  }

  /** A resource whose code was saved cannot be had beside the one that is there: the app that has it ends first. */
  async #endBefore(): Promise<void> {
    const makers = this.#options.makersAmong(this.#newer)
    if (makers.length === 0) return
    const names = makers.map((file) => this.#modules.nameOf(file)).join(', ')
    this.#options.say(`${names}: a resource that is kept is made here, so the app before ends first. Requests wait.`)
    this.#seat = null
    const before = this.#front.hold()
    if (before !== null) this.#retire(before)
    await Promise.all(this.#retiring)
  }

  /** A later save takes the place of one whose modules or app are not ready yet. */
  async #unlessLeft(making: Promise<Made>): Promise<Made> {
    const left = new Promise<never>((_resolve, reject) => {
      this.#leave = reject
    })
    try {
      return await Promise.race([making, left])
    } catch (error) {
      // An app that becomes ready after all is closed.
      if (error instanceof Superseded) making.then(({ seat }) => seat.app.close()).catch(() => {})
      throw error
    } finally {
      this.#leave = () => {}
    }
  }

  #swap(next: Seat): void {
    const before = this.#front.seat(next)
    this.#seat = next
    this.#newer.clear()
    if (before !== null) this.#retire(before)
    // Requests that wait for the save go first: hundreds of routes take a while to explain.
    setTimeout(() => void this.#tellRoutes(next).catch(() => {}), before === null ? 0 : behindAnswers).unref()
  }

  /** Prints how the routes differ from those of the app before. */
  async #tellRoutes(seat: Seat): Promise<void> {
    if (seat !== this.#seat || seat.app.explain === undefined) return
    const { routes } = await seat.app.explain()
    const before = this.#routes
    this.#routes = routes
    if (before === null) return
    const diff = diffOf(before, routes)
    if (diff.added.length + diff.removed.length + diff.changes.length > 0) this.#options.say(textOfDiff(diff).trimEnd())
  }

  #retire(seat: Seat): void {
    const { say, folder } = this.#options
    const retiring = seat
      .retire()
      .catch((error: unknown) => say(`Closing the app before: ${textOf(faultOf(error, folder))}`))
    this.#retiring.add(retiring)
    void retiring.then(() => this.#retiring.delete(retiring))
  }

  async close(): Promise<void> {
    this.#leave(new Superseded())
    await this.#turn
    if (this.#seat !== null) this.#retire(this.#seat)
    await Promise.all(this.#retiring)
  }
}

/** Another save came before an app was ready. */
class Superseded extends Error {}

/** One that cannot start gives back what it took. */
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
