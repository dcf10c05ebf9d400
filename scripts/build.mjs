// `npm run build`: compiles the package to `dist`.
import { buildPackage, install, orExit } from './project.mjs'

await install()
await orExit(buildPackage())
