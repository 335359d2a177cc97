/** Where time comes from. Rooms take a clock as an argument, so that tests can stand on both sides of an edge. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
