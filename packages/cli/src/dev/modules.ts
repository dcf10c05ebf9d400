/** Evaluates modules with Vite's module runner, which caches them. After a save, only the changed module and its importers are evaluated again. */
import { isAbsolute, relative } from 'node:path'
import { loadVite, type Node, type Runner, type Vite } from './vite.ts'

export class Modules {
  readonly #vite: Vite
  readonly #folder: string

  private constructor(vite: Vite, folder: string) {
    this.#vite = vite
    this.#folder = folder
  }

  static async open(folder: string): Promise<Modules> {
    const createServer = await loadVite(folder)
    const vite = await createServer({
      configFile: false,
      root: folder,
      appType: 'custom',
      logLevel: 'silent',
      // Hot reload is off, because `Loop` evaluates changed modules itself, and reports errors in the new code.
      server: { middlewareMode: true, hmr: false, ws: false },
      optimizeDeps: { noDiscovery: true },
      environments: { ssr: { resolve: { external: true } } }
    })
    return new Modules(vite, folder)
  }

  get #runner(): Runner {
    return this.#vite.environments.ssr.runner
  }

  import(file: string): Promise<Record<string, unknown>> {
    return this.#runner.import(file)
  }

  onChange(listener: (file: string) => void): void {
    this.#vite.watcher.on('all', (kind, file) => {
      if (['add', 'change', 'unlink'].includes(kind)) listener(file)
    })
  }

  /**
   * Watches files that no module imports, such as `.env`.
   *
   * Vite already watches the folder of the project. If `add` were called with a file in this folder, the watcher would not report the file's
   * creation.
   */
  watch(files: readonly string[]): void {
    const isOutside = (name: string) => name.startsWith('..') || isAbsolute(name)
    this.#vite.watcher.add(files.filter((file) => isOutside(this.nameOf(file))))
  }

  has(file: string): boolean {
    const { runner, moduleGraph } = this.#vite.environments.ssr
    return [runner.evaluatedModules, moduleGraph].some((graph) => (graph.getModulesByFile(file)?.size ?? 0) > 0)
  }

  /** Removes the modules of a file, and all their importers, from the cache. @returns the files of the removed modules */
  drop(file: string): readonly string[] {
    const { moduleGraph } = this.#vite.environments.ssr
    for (const one of moduleGraph.getModulesByFile(file) ?? []) moduleGraph.invalidateModule(one)
    const dropped = new Set<Node>()
    for (const one of this.#runner.evaluatedModules.getModulesByFile(file) ?? []) this.#dropWith(one, dropped)
    return [...dropped].map((one) => one.file)
  }

  dropAll(): void {
    const { evaluatedModules } = this.#runner
    for (const one of evaluatedModules.idToModuleMap.values()) evaluatedModules.invalidateModule(one)
  }

  #dropWith(node: Node, dropped: Set<Node>): void {
    if (dropped.has(node)) return
    dropped.add(node)
    const { evaluatedModules } = this.#runner
    const importers = [...node.importers]
    evaluatedModules.invalidateModule(node)
    for (const id of importers) {
      const importer = evaluatedModules.getModuleById(id)
      if (importer !== undefined) this.#dropWith(importer, dropped)
    }
  }

  nameOf(file: string): string {
    return relative(this.#folder, file)
  }

  close(): Promise<void> {
    return this.#vite.close()
  }
}
