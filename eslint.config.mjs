import { defineConfig, globalIgnores } from 'eslint/config'
import nextVitals from 'eslint-config-next/core-web-vitals'
import nextTs from 'eslint-config-next/typescript'
import { roomBoundaries } from './room-boundaries.mjs'

export default defineConfig([
  ...nextVitals,
  ...nextTs,
  {
    plugins: { rooms: { rules: { boundaries: roomBoundaries } } },
    rules: {
      'rooms/boundaries': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      'react/no-danger': 'error',
    },
  },
  {
    files: ['lib/processes/**', 'development/**', 'testing/**', 'bench/**', 'e2e/**', '**/*.test.ts'],
    rules: { 'no-console': 'off' },
  },
  globalIgnores([
    '.next/**',
    '**/generated/**',
    '.data/**',
    'next-env.d.ts',
    'test-results/**',
    'playwright-report/**',
  ]),
])
