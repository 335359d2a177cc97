import { defineConfig, globalIgnores } from 'eslint/config'
import nextVitals from 'eslint-config-next/core-web-vitals'
import nextTs from 'eslint-config-next/typescript'
import { roomBoundaries } from './room-boundaries.mjs'

// Where React is. Its rules read every function twice, so the rest is spared them.
const pages = ['**/*.tsx', 'app/**', 'lib/browser/**', 'lib/ui/**']

export default defineConfig([
  ...nextVitals.filter(({ rules }) => rules).map((config) => ({ ...config, files: pages })),
  ...nextTs,
  {
    plugins: { rooms: { rules: { boundaries: roomBoundaries } } },
    rules: {
      'rooms/boundaries': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
    },
  },
  { files: pages, rules: { 'react/no-danger': 'error' } },
  {
    files: ['lib/processes/**', 'development/**', 'testing/**', 'bench/**', 'e2e/**', 'examples/**', '**/*.test.ts'],
    rules: { 'no-console': 'off' },
  },
  globalIgnores([
    '.next/**',
    'dist/**',
    '**/generated/**',
    '.data/**',
    'next-env.d.ts',
    'test-results/**',
    'playwright-report/**',
  ]),
])
