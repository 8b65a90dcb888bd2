import { arraysOf, type Parameters, writeStatement } from './write-statement.ts'

const parameters: Parameters = { beats: 'integer' }

/** Writes a row that means nothing, so that an empty change set has something to make durable. */
export const touchHeartbeat = writeStatement('touch_heartbeat', {
  parameters,
  orderedBy: 0,
  text: `
    UPDATE heartbeat SET beats = heartbeat.beats + touch.beats
    FROM unnest(${arraysOf(parameters)}) AS touch (beats) WHERE id = 1`,
})
