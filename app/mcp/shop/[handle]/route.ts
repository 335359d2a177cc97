import { running } from '@/lib/site/compose/running'

const answer = async (request: Request, { params }: RouteContext<'/mcp/shop/[handle]'>): Promise<Response> =>
  running('mcp').answerShop((await params).handle, request)

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as POST }
