export { type Changed, type Failed, type Left, type MigrateOptions, type Migration, migrate } from './migrate.ts'
export { toReport } from './report.ts'
