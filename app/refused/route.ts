import { notFound } from '@/lib/base/http/problem'

/** Where the configuration sends what no route of an interface for programs answers, by any method. */
const answer = (): Response => notFound()

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT }
