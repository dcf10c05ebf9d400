import { isDeepStrictEqual } from 'node:util'
import { asking } from './client.mjs'
import { Command } from './project.mjs'

/** Without the members that steps gave requests so far: a start has seen none. */
const read = (text) => JSON.parse(text, (key, value) => (key === 'adds' ? undefined : value))

/** What `app.explain` says of the sources of a state, from a process that has seen no edit. Texts and settings do not count, so it is asked once for each shape. */
export class Explained {
  starts = 0
  #folder
  #ask
  #cold = new Map()

  constructor(folder, ask) {
    this.#folder = folder
    this.#ask = ask
  }

  async isAsCold(state) {
    const shape = JSON.stringify([state.hasRoute, state.isGuarded, state.name])
    if (!this.#cold.has(shape)) this.#cold.set(shape, await this.#start())
    return isDeepStrictEqual(read((await this.#ask('GET /dev/explain')).body), this.#cold.get(shape))
  }

  async #start() {
    this.starts++
    const command = await Command.start(this.#folder, 'cold')
    const { ask, end } = asking(command.origin)
    const { body } = await ask('GET /dev/explain')
    end()
    await command.end()
    return read(body)
  }
}
