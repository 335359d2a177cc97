import { currentRequest } from '@/lib/base/infra/request-scope'

/**
 * Gives the document that a page is being made for status 404, before anything of it is sent. Next.js lets a page do
 * that only by an error, whose document is empty until scripts have filled it.
 */
export const answerNotFound = (): void => currentRequest()?.answerNotFound?.()
