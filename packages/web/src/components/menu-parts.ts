/** Loaded as one chunk by components/menu.tsx. */
export { default as Divider } from '@mui/material/Divider';
export { default as ListSubheader } from '@mui/material/ListSubheader';
export { default as Menu } from '@mui/material/Menu';
export { default as MenuItem } from '@mui/material/MenuItem';
