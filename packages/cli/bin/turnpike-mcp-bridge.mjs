#!/usr/bin/env node
// Starts the MCP bridge from its TypeScript sources, from any working directory.
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

register({ tsconfig: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)) })
await import('../src/mcp/bridge-main.ts')
