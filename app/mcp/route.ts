import { application } from '@/lib/compose/running'

const answer = async (request: Request): Promise<Response> => (await application()).mcp.answer(request)

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as POST }
