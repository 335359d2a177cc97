import { running } from '@/lib/site/compose/running'

const answer = (request: Request): Promise<Response> => running('mcp').answer(request)

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as POST }
