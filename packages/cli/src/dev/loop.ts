/**
 * Replaces the app after files were saved. Changed modules are evaluated again, a new app is made from them, and it handles requests once it is ready.
 */
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

/** In milliseconds: a bit longer than the watcher's pause between two reports of a file. */
const again = 75

/** In milliseconds: after this time the plugin that is not ready is printed. */
const patience = 3000
/** In milliseconds: how long waiting requests go first before routes are compared. */
const behindAnswers = 100

/** Modules that can be evaluated again. */
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
  /** Returns which of the files create kept resources. */
  readonly makersAmong: (files: Iterable<string>) => readonly string[]
  readonly say: (text: string) => void
}

interface Made {
  readonly seat: Seat
  /** The durations in milliseconds. */
  readonly times: { readonly modules: number; readonly app: number }
}

export class Loop {
  readonly #modules: ModuleStore
  readonly #front: Front
  readonly #options: LoopOptions
  readonly #changed = new Set<string>()
  /** Files of modules that are newer than the current app. */
  readonly #newer = new Set<string>()
  /** The modification time of each saved file that was handled. */
  readonly #stamps = new Map<string, string>()
  #seat: Seat | null = null
  #routes: readonly ExplainedRoute[] | null = null
  /** Apps that are finishing their last requests. */
  readonly #retiring = new Set<Promise<void>>()
  #turn: Promise<void> = Promise.resolve()
  #isPlanned = false
  #isBroken = false
  /** Describes what a starting app waits for. */
  #waitsFor: () => string = () => ''
  /** Abandons a starting app, because of a later save. */
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
    // The files of one save are reported in one turn, or in the next.
    this.#turn = this.#turn.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      this.#isPlanned = false
      await this.#take([...this.#changed])
    })
  }

  /** Whether a file belongs to the app. Data that the app itself writes below its folder must not replace it. */
  #isOfApp(file: string): boolean {
    if (this.#options.environmentFiles.includes(file) || this.#modules.has(file)) return true
    // After an error any source file counts: a missing file, or one that failed to load, belongs to no module.
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

  /** Checks a file again later. The watcher pauses between two reports of a file, so a second save is found by its time. */
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

  /** Ends the current app first if the code of a kept resource was saved, because old and new resource cannot coexist. */
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

  /** Rejects when a later save supersedes modules or an app that are not ready. */
  async #unlessLeft(making: Promise<Made>): Promise<Made> {
    const left = new Promise<never>((_resolve, reject) => {
      this.#leave = reject
    })
    try {
      return await Promise.race([making, left])
    } catch (error) {
      // An app that becomes ready later is closed.
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
    // Requests that wait for the save go first, because explaining hundreds of routes takes time.
    setTimeout(() => void this.#tellRoutes(next).catch(() => {}), before === null ? 0 : behindAnswers).unref()
  }

  /** Prints how the routes differ from those of the previous app. */
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

/** Boots an app. If it cannot start, it is closed, to release its resources. */
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
