// `npm run build`: compiles every package to its `dist`, or with a name the package of that folder of `packages`.
import { buildCompanion, buildPackages, install, orExit } from './project.mjs'

const [name] = process.argv.slice(2)
await install()
await orExit(name === undefined ? buildPackages() : buildCompanion(name))
