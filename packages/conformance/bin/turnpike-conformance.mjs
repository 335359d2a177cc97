#!/usr/bin/env node
// Starts the program from its TypeScript sources, from any working directory. A packed package has the bundle in its place.
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

register({ tsconfig: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)) })
await import('../src/main.ts')
