import { running } from '@/lib/site/compose/running'

const answer = (request: Request): Promise<Response> => running('shop').sellerApi(request)

/** What sellers' programs ask for; `lib/shop/api/operations.ts` says what there is. */
export const GET = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer
