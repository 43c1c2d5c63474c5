import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0 },
  environments: {
    // The web process itself is the entry of the server build: everything of ours is bundled once, so that no entity
    // and no context exists twice.
    ssr: { build: { rollupOptions: { input: './app/server.ts' } } },
  },
});
