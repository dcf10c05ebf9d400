/** Typed events across processes: topics, logs that store their events, and streams that resume without a gap. */

export { createHub, type EventHub, type StreamRequest } from './hub/hub.ts'
export type { HubOptions, HubStats, Trouble } from './hub/options.ts'
export { EventLogError, type EventLogErrorCode } from './log/error.ts'
export type { Ends, Entry, EventLog, StoredEntry } from './log/log.ts'
export { type MemoryLog, type MemoryLogOptions, memoryLog } from './memory/memory-log.ts'
export { type OldEvent, type Topic, type TopicEvent, type TopicOptions, topic } from './topic/topic.ts'
