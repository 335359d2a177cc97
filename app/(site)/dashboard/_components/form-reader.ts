/** How a part of the form finds its typed value, its stored value and its error. */
export type FormReader = {
  typed: (name: string, stored?: string) => string | undefined
  chosen: (name: string, stored: string[]) => string[]
  error: (name: string) => string | undefined
  /** Of the part as a whole, not of one of its fields. */
  ownError: (name: string) => string | undefined
}

export type FormNetwork = { id: string; name: string; isTest: boolean; schemes: string[] }
