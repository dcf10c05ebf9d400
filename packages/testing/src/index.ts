/** Parts for tests of applications. */
export { unseenAnswers } from './answers/record.ts'
export { type Answers, watchAnswers } from './answers/watch.ts'
export { type InjectableApp, type TestClient, type TestClientOptions, testClient } from './client/client.ts'
export { type Clock, type ClockOptions, stopClock, type TestEnd } from './clock/clock.ts'
export { rolledBack, type Transactional } from './database/rolled-back.ts'
export { captureLogs, type Level, type LogEntry, type Logs } from './logs/logs.ts'
export { appWith, type Replacement, replace } from './replace/replace.ts'
