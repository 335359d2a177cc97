import { running } from '@/lib/site/compose/running'

const answer = (request: Request): Promise<Response> => running('shop').sellerApi(request)

/** The sellers' API; its operations are in `lib/shop/api/operations.ts`. */
export const GET = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer
