// The programs of the pages whose packages only this stage installs, as test/readme.test.ts runs those of all others.
import { ofConsumers, readBlocks, testPrograms } from '../../readme/document.ts'

await testPrograms(ofConsumers.map(readBlocks))
