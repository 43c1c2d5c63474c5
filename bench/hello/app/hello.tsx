import { useLoaderData } from 'react-router';

export function loader() {
  return { hello: 'world' };
}

export default function Hello() {
  return <h1>Hello {useLoaderData<typeof loader>().hello}</h1>;
}
