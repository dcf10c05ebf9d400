import { join } from 'node:path'
import viteFastify from '@fastify/vite/plugin'

export default {
  root: join(import.meta.dirname, 'client'),
  logLevel: 'silent',
  build: { emptyOutDir: true, outDir: join(import.meta.dirname, 'dist') },
  plugins: [viteFastify({ clientModule: '/index.js' })]
}
