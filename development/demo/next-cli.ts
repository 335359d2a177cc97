import { createRequire } from 'node:module'

/** The program behind the `next` command, to be run by this same Node.js. */
export const nextCli = () => createRequire(import.meta.url).resolve('next/dist/bin/next')
