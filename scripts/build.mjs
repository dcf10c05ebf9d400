// `npm run build`: compiles the package to `dist`.
import { buildPackage, install } from './project.mjs'

await install()
const { code, output } = await buildPackage()
if (output) console.log(output.trimEnd())
process.exitCode = code
