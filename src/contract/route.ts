/** The parts that route descriptions of the management API are made of. */

import { z } from "@hono/zod-openapi";

/** A JSON body that must be there. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true as const, content: { "application/json": { schema } } } };
}

/** An answer in JSON. */
export function jsonAnswer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { "application/json": { schema } } };
}

/** One parameter of the path. */
export function pathParam<Name extends string>(name: Name, description: string) {
  const shape = { [name]: z.string().openapi({ param: { name, in: "path" }, description }) };
  return { params: z.object(shape as Record<Name, z.ZodString>) };
}
