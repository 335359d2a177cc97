import { application } from '@/lib/compose/application'

export const POST = async (request: Request): Promise<Response> => (await application()).mcp.takeMessage(request)
