import { problemResponse } from './problem'

/** The answer for every address without content, whatever the reason; `base` are the headers of its place. */
export const notFound = (base: HeadersInit = {}): Response =>
  problemResponse({ code: 'not_found', detail: 'There is nothing at this address.' }, base)
