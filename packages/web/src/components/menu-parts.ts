/** What a menu is made of, as one file that is fetched after the page (components/menu.tsx). */
export { default as Divider } from '@mui/material/Divider';
export { default as ListSubheader } from '@mui/material/ListSubheader';
export { default as Menu } from '@mui/material/Menu';
export { default as MenuItem } from '@mui/material/MenuItem';
