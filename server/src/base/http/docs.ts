import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';

/** As strict as the page's own (http.ts); the plugin sends its answers with this one instead. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** OpenAPI from the schemas that validate: the page at /api/docs/, the document at /api/docs/openapi.json. */
export const addDocs = async (http: FastifyInstance, about: { title: string; version: string }): Promise<void> => {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: about.title, version: about.version },
      components: {
        securitySchemes: {
          session: {
            ...{ type: 'apiKey', in: 'header', name: 'Authorization' },
            description: 'JWT <token>, or Bearer <token>; Bearer <API key> where the call says so',
          },
          // A device's serial number and code.
          basic: { type: 'http', scheme: 'basic' },
        },
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
    hideUntagged: true,
  });
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    theme: {
      title: `${about.title} API`,
      css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    uiConfig: { docExpansion: 'none', url: '/api/docs/openapi.json' },
  });
  http.get('/api/docs/openapi.json', { schema: { hide: true } }, () => http.swagger());
};
