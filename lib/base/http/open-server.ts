import type { RequestListener, Server } from 'node:http'
import { oncePerProcess } from '@/lib/base/infra/once-per-process'
import type { Framework } from './serve-requests'

/** Joins a server with what answers its requests; what no route of ours answers is left to the framework. */
export type Serve = (server: Server, framework: Framework) => RequestListener

/** Set by `bin/start.mjs`, which has the server and the framework. */
const waiting = oncePerProcess<{ open: (serve: Serve) => void }>('server', () => ({ open: () => {} }))

/** Lets this process's server answer; the start calls it once all parts are open. */
export const openServer = (serve: Serve): void => waiting.open(serve)
