/** Small plugins and helpers that most applications with espalier need. */
export { type CallerDeadlineOptions, callerDeadline } from './caller/caller-deadline.ts'
export { skipLeft } from './caller/skip-left.ts'
export { type CsvOptions, csv } from './csv/csv.ts'
export { every, type PeriodicApp, type TaskContext } from './every/every.ts'
export type { HealthCheck } from './health/checks.ts'
export { type HealthOptions, health } from './health/health.ts'
export { type OverloadOptions, overload } from './overload/overload.ts'
export { answerProblem, ValidationProblem, validationProblem } from './problem/problem.ts'
export { Secret, type SecretSchema, secret } from './settings/secret.ts'
export {
  type Environment,
  type GivenOf,
  type Settings,
  SettingsError,
  type SettingsOf,
  settings,
  type ValuesOf
} from './settings/settings.ts'
export type { SourceOf } from './settings/source.ts'
export { answerUnavailable, isUnavailable } from './unavailable/unavailable.ts'
