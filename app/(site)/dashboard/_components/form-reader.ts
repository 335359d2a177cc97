/** Finds the typed value, the stored value and the error for a part of the form. */
export type FormReader = {
  typed: (name: string, stored?: string) => string | undefined
  chosen: (name: string, stored: string[]) => string[]
  error: (name: string) => string | undefined
  /** The error of the part as a whole, not of one of its fields. */
  ownError: (name: string) => string | undefined
}

export type FormNetwork = { id: string; name: string; isTest: boolean; schemes: string[] }
